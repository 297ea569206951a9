import { darkPage, lightPage } from '../figures/theme.ts'

const properties = ({ paper, ink, accent, line, muted }: typeof lightPage) =>
  `--paper:${paper};--ink:${ink};--accent:${accent};--line:${line};--muted:${muted}`

/** The look of the component inside its shadow root: pages with a strict policy allow a sheet that a script makes, and nothing of the page's own style gets in. */
export const componentStyle = `
:host{display:block;position:relative;min-height:200px;height:420px;container-type:size;font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Open Sans",sans-serif}
:host([hidden]){display:none}
.light{color-scheme:light;${properties(lightPage)}}
.dark{color-scheme:dark;${properties(darkPage)}}
.all{position:absolute;inset:0;display:flex;flex-direction:column;background:var(--paper);color:var(--ink)}
.bar{display:flex;flex-wrap:wrap;gap:6px;align-items:center;padding:4px 0}
.bar .legend{flex:1;min-width:0;color:var(--muted);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.legend .dot{display:inline-block;width:9px;height:9px;border-radius:50%;margin:0 4px 0 10px}
.legend .scale{display:inline-block;width:80px;height:8px;border-radius:2px;margin:0 6px}
button,select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:2px 10px;min-height:28px;max-width:14em}
button[aria-pressed=true]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.frame{position:relative;flex:1;min-height:0;overflow:hidden;border:1px solid var(--line);border-radius:8px}
.tip{position:absolute;pointer-events:none;max-width:min(260px,90%);background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:6px 10px;font-size:13px;white-space:pre-line;overflow-wrap:anywhere;box-shadow:0 4px 16px rgb(0 0 0/.16)}
.tip[hidden]{display:none}
.tip b{display:block}
.problem{margin:auto;padding:1em;max-width:40em;text-align:center}
`
