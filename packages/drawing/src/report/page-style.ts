import { clusterColours } from '../colour/cluster-colours.ts'
import { confidenceScale, valueScale } from '../colour/scales.ts'
import { darkPage, lightPage } from '../figures/theme.ts'

/** The style of the report, with a colour for each of `colours` clusters or classes. */
export function pageStyle(colours: number): string {
  const light = `${variables(lightPage)}--raised:#f6f7f9;--edge:#8b94a1;${numbered('s', confidenceScale.light)}${numbered('v', valueScale.light)}${numbered('c', clusterColours(colours, false))}`
  const dark = `${variables(darkPage)}--raised:#1b1f26;--edge:#6d7683;${numbered('s', confidenceScale.dark)}${numbered('v', valueScale.dark)}${numbered('c', clusterColours(colours, true))}`
  return `:root{color-scheme:light;${light}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}
@media screen{:root[data-theme=dark]{color-scheme:dark;${dark}}}
${rules}`
}

function variables(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
}

function numbered(letter: string, colours: readonly string[]): string {
  return colours.map((colour, i) => `--${letter}${i}:${colour};`).join('')
}

const rules = `*{box-sizing:border-box}
html{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Open Sans",sans-serif;background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%}
body{margin:0}
main{max-width:1040px;margin:0 auto;padding:0 24px 96px}
h1{font-size:2.1rem;line-height:1.15;letter-spacing:-.02em;font-weight:650;margin:.2em 0 .3em;overflow-wrap:anywhere}
h2{font-size:1.3rem;letter-spacing:-.01em;font-weight:650;margin:0 0 12px}
h3.minor{font-size:.8125rem;font-weight:600;color:var(--muted);margin:0 0 6px}
p{margin:0 0 12px;max-width:70ch}
section{margin-top:56px}
code{font:.9em ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.bar{display:flex;justify-content:space-between;align-items:center;padding:18px 0 34px}
.brand{font-weight:650;letter-spacing:-.01em;color:var(--muted)}
.lead{font-size:1.0625rem;color:var(--muted);margin-bottom:20px}
.verdict{font-size:1.25rem;line-height:1.4;font-weight:550;margin:0 0 6px;text-wrap:pretty;overflow-wrap:anywhere}
h3{font-size:1rem;font-weight:650;margin:28px 0 4px}
.finder{display:flex;flex-wrap:wrap;align-items:center;gap:8px 10px;margin-bottom:12px;font-size:.875rem}
.finder label{color:var(--muted)}
.finder input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:8px;padding:5px 10px;width:min(100%,19em)}
.finder button,#listed button{padding:4px 12px;font-size:.875rem}
.finder button[aria-pressed=true]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
#listed{margin:0 0 12px;padding:10px 14px;background:var(--raised);border-radius:10px}
#listed p{margin:0 0 6px;font-size:.875rem;max-width:none}
#listed ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 6px;max-height:8.5em;overflow:auto}
#listed .found{background:var(--paper);font-size:.8125rem;padding:2px 10px;max-width:100%;overflow-wrap:anywhere;text-align:left}
.small-maps{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,230px),1fr));gap:16px;margin-bottom:16px}
.small-maps figure{margin:0;min-width:0}
.small-maps figcaption{margin:0 0 4px;font-size:.8125rem;overflow-wrap:anywhere}
.small-map{position:relative;aspect-ratio:4/3;border:1px solid var(--line);border-radius:10px;overflow:hidden;cursor:crosshair}
button.id{border:0;padding:0;border-radius:3px;text-decoration:underline;text-decoration-color:var(--edge);text-underline-offset:3px;text-align:left;font-size:inherit}

.chips .size{color:var(--muted)}
.chips button[aria-pressed=true] .size{color:inherit}
.note,figcaption,.fact{color:var(--muted);font-size:.875rem}
.note{margin-top:12px}
button{font:inherit;color:inherit;background:none;border:1px solid var(--line);border-radius:8px;cursor:pointer}
button:hover{background:var(--raised)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
#theme{width:36px;height:36px;padding:0;display:grid;place-items:center;border-radius:50%}
#theme svg{width:16px}
.warnings{margin:0 0 24px;padding:14px 18px;border-left:3px solid var(--warm);background:var(--raised);border-radius:0 8px 8px 0}
.warnings h2{font-size:.9375rem;margin:0 0 4px}
.warnings ul{margin:0;padding-left:1.1em;overflow-wrap:anywhere}
.facts{display:flex;flex-wrap:wrap;gap:16px 44px;margin:0}
.facts div{display:flex;flex-direction:column-reverse}
.facts dt{color:var(--muted);font-size:.875rem}
.facts dd{margin:0;font-size:1.75rem;line-height:1.25;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.facts.small{margin-bottom:24px}
.facts.small dd{font-size:1.25rem}
.heading{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:8px 24px;margin-bottom:12px}
.heading h2{margin:0}
.choices{display:flex;align-items:center;border:0;margin:0;padding:0}
.choices legend{float:left;color:var(--muted);font-size:.875rem;margin-right:10px;padding:0}
.choices label{position:relative;cursor:pointer}
.choices input{position:absolute;opacity:0;inset:0;margin:0;cursor:pointer}
.choices span{display:block;padding:4px 12px;font-size:.875rem;border:1px solid var(--line);margin-left:-1px}
.choices label:first-of-type span{border-radius:8px 0 0 8px}
.choices label:last-of-type span{border-radius:0 8px 8px 0}
.choices input:checked+span{background:var(--ink);color:var(--paper);border-color:var(--ink)}
.choices input:focus-visible+span{outline:2px solid var(--accent);outline-offset:2px}
.map{position:relative;border:1px solid var(--line);border-radius:12px;overflow:hidden}
#map{position:relative;aspect-ratio:16/10;cursor:crosshair}
#map:focus-visible{outline-offset:-3px}
.zoom{position:absolute;right:10px;top:10px;display:grid;gap:4px}
.zoom button{width:32px;height:32px;padding:0;line-height:1;background:var(--paper);display:grid;place-items:center}
.zoom button:hover{background:var(--raised)}
.zoom svg{width:12px}
#tip{position:absolute;display:flex;gap:10px;align-items:center;pointer-events:none;max-width:280px;background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:8px 12px;font-size:.8125rem;line-height:1.4;box-shadow:0 4px 16px rgb(0 0 0/.16)}
#tip[hidden]{display:none}
#tip b,#tip span{display:block;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
#tip [hidden]{display:none}
#tip span{color:var(--muted);white-space:pre-line}
#tip .thumb{width:56px;height:56px}
#tip img{max-width:64px;max-height:64px;flex:none;border-radius:4px}
#tip .text{color:var(--ink)}
.examples li:has(.text){flex-wrap:wrap;gap:2px 10px;padding:6px 0}
.examples .text{flex-basis:100%;margin:0;max-width:70ch;line-height:1.4}
.picture{width:40px;height:40px;object-fit:cover;border-radius:4px;flex:none}
.contact{display:flex;flex-wrap:wrap;gap:4px;margin:12px 0}
.contact .picture{width:56px;height:56px}
.chips .picture{width:22px;height:22px;vertical-align:middle;margin-right:4px}
.chips{display:flex;flex-wrap:wrap;gap:6px;margin-top:12px;align-items:center}
.chips[hidden]{display:none}
.chips button,.chips>span{display:inline-flex;align-items:center;gap:6px;padding:2px 9px;font-size:.8125rem;font-variant-numeric:tabular-nums;border-radius:99px;overflow-wrap:anywhere}
.chips button[aria-pressed=true]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
.dot{width:10px;height:10px;flex:none}
.scale{width:180px;height:8px}
.choices select{font:inherit;font-size:.875rem;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:4px 8px;margin-left:10px;max-width:14em}
.v0{stop-color:var(--v0)}.v1{stop-color:var(--v1)}.v2{stop-color:var(--v2)}
.s0{stop-color:var(--s0)}.s1{stop-color:var(--s1)}.s2{stop-color:var(--s2)}
.sheet{position:absolute}
.thumb{width:32px;height:32px;flex:none}
figure{margin:0 0 24px}
figcaption{margin-bottom:10px;max-width:70ch}
figcaption b{color:var(--ink)}
figure svg{display:block;max-width:100%;height:auto}
#tree [data-mark^=handle],#confusion [data-mark^=handle]{cursor:pointer}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px 40px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem;line-height:1.4}
th,td{padding:5px 18px 5px 0;text-align:left;font-weight:400;border-bottom:1px solid var(--line);vertical-align:middle}
thead th{color:var(--muted)}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.hash{font:.75rem ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;color:var(--muted);overflow-wrap:anywhere}
.card{border-top:1px solid var(--line);padding:14px 0;margin:0;max-width:none}
.card:last-of-type{border-bottom:1px solid var(--line)}
summary{position:relative;padding-right:28px;display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";position:absolute;right:6px;top:8px;width:8px;height:8px;border:solid var(--muted);border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}
details[open]>summary::after{transform:rotate(225deg);top:12px}
.faces{display:flex;gap:2px;margin-left:auto}
.views{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:20px 40px;margin:18px 0}
.view{overflow-x:auto}
.view table{width:100%;font-size:.8125rem}
.view tbody td:nth-child(2){width:90px}
.view caption{text-align:left;font-weight:600;padding-bottom:2px;overflow-wrap:anywhere}
.view caption .fact{font-weight:400}
.view th,.view td{padding:3px 10px 3px 0}
.view tbody th{max-width:13em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.effect{display:block;width:80px;height:12px}
.effect path{stroke:var(--muted)}
.more{fill:var(--accent)}.less{fill:var(--warm)}
.odd :is(th,td){vertical-align:top}.odd :is(th,td:nth-child(2)){overflow-wrap:anywhere}.odd .picture{vertical-align:middle}.odd .text{margin:0;max-width:44ch;font-weight:400;line-height:1.4;color:var(--muted);display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.examples ul{list-style:none;margin:0;padding:0}
.examples li{display:flex;align-items:center;gap:10px;padding:3px 0;font-size:.8125rem;font-variant-numeric:tabular-nums}
.examples .id{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0}
.examples .fact{white-space:nowrap;font-size:.8125rem}
.pull{flex:1 1 0;color:var(--warm);font-size:.75rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0}
.pale>*{color:var(--muted)}
.pale .effect{opacity:.4}
.without{margin-top:28px}
.without caption{text-align:left;padding-bottom:6px;max-width:70ch}
.settings{display:grid;grid-template-columns:repeat(auto-fill,minmax(210px,1fr));gap:14px 32px;margin:0 0 24px}
.settings dt{color:var(--muted);font-size:.8125rem}
.settings dd{margin:0;font-size:.9375rem;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.thumb{filter:none}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]) .thumb{filter:invert(1)}}
@media screen{:root[data-theme=dark] .thumb{filter:invert(1)}}
@media (max-width:640px){main{padding:0 16px 64px}h1{font-size:1.65rem}section{margin-top:44px}.bar{padding:12px 0 20px}.pair{grid-template-columns:minmax(0,1fr)}#map{aspect-ratio:1}.facts{gap:12px 28px}.facts dd{font-size:1.4rem}.facts.small dd{font-size:1.1rem}th,td{padding-right:12px}.faces{order:10;margin-left:20px;width:100%}.thumb{width:28px;height:28px}}
@media print{@page{margin:14mm}html{font-size:9pt}.view th,.view td{padding:1px 8px 1px 0}.card{padding:8px 0}.examples .fact{white-space:normal}summary{padding-right:0}.views{grid-template-columns:1fr 1fr;gap:10px 28px;margin:8px 0}.examples li{padding:1px 0}.examples .thumb{width:22px;height:22px}.effect{width:60px}.view tbody td:nth-child(2){width:64px}figure svg{max-height:105mm}main{max-width:none;padding:0}#theme,.zoom,.choices,.finder,.cut,#listed,.note,#tip,summary::after,details:not(.card){display:none}.card,figure,.view,tr{break-inside:avoid}h2{break-after:avoid}section{margin-top:28px}#map{aspect-ratio:16/10}.chips button{border-color:var(--line)}}
`
