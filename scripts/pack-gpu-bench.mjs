// node scripts/pack-gpu-bench.mjs FOLDER: puts the bench of the graphics card into a folder that runs by itself, Node and Dawn included: sh FOLDER/run.sh
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const folder = process.argv[2]
if (!folder) throw new Error('name a folder: node scripts/pack-gpu-bench.mjs FOLDER')
mkdirSync(join(folder, 'bench/dist/linux-x64'), { recursive: true })
const core = 'packages/core/src'
// Threads are started from a file of their own.
await build({
  entryPoints: {
    index: `${core}/index.ts`,
    metadata: `${core}/metadata/index.ts`,
    numerics: `${core}/numerics.ts`,
    words: `${core}/words/index.ts`,
    methods: `${core}/methods/index.ts`,
    metrics: `${core}/metrics/index.ts`,
    runtime: `${core}/runtime/index.ts`,
    'thread-worker': `${core}/runtime/threads/thread-worker.ts`,
  },
  outdir: join(folder, 'bench/core'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
})
await build({
  entryPoints: ['bench/gpu.ts'],
  outfile: join(folder, 'bench/gpu.mjs'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  alias: {
    'manyview/node': './packages/manyview/src/run/node-device.ts',
    '@manyview/gpu': './packages/gpu/src/index.ts',
    '@manyview/formats': './packages/formats/src/index.ts',
  },
  plugins: [
    {
      name: 'built core',
      setup(build) {
        build.onResolve({ filter: /^@manyview\/core/ }, ({ path }) => ({
          path: `./core/${path.split('/')[2] ?? 'index'}.js`,
          external: true,
        }))
      },
    },
  ],
})
copyFileSync('node_modules/webgpu/dist/linux-x64/dawn.node', join(folder, 'bench/dist/linux-x64/dawn.node'))
const node = join(folder, 'node')
if (!existsSync(`${node}.xz`)) {
  copyFileSync(process.execPath, node)
  execFileSync('strip', [node])
  execFileSync('xz', ['-T2', '-3', node])
}
const loader = ['/usr/lib/x86_64-linux-gnu/libvulkan.so.1', '/usr/lib/chromium/libvulkan.so.1'].find((path) =>
  existsSync(path),
)
if (loader) copyFileSync(loader, join(folder, 'libvulkan.so.1'))
writeFileSync(
  join(folder, 'nvidia.json'),
  JSON.stringify({ file_format_version: '1.0.0', ICD: { library_path: 'libEGL_nvidia.so.0', api_version: '1.3.0' } }),
)
writeFileSync(
  join(folder, 'run.sh'),
  `#!/bin/sh
# Runs the bench with the driver of an NVIDIA card, or with the one that VK_DRIVER_FILES names.
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -x "$here/node" ]; then
  xz -dc "$here/node.xz" > "$here/node" || python3 -c "import lzma,sys; sys.stdout.buffer.write(lzma.open(sys.argv[1]).read())" "$here/node.xz" > "$here/node"
  chmod +x "$here/node"
fi
export VK_DRIVER_FILES="\${VK_DRIVER_FILES:-$here/nvidia.json}"
export LD_LIBRARY_PATH="$here:/usr/local/nvidia/lib64:/usr/local/nvidia/lib:/usr/lib/x86_64-linux-gnu:$LD_LIBRARY_PATH"
# Memory that was given back is slow to get again on some virtual machines: large arrays stay in the heap.
# And in large pages: a virtual machine takes 0.7 s per GB to find pages of 4 KiB.
export GLIBC_TUNABLES=glibc.malloc.hugetlb=1
export MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=1099511627776 MALLOC_TOP_PAD_=268435456 MALLOC_ARENA_MAX=1
exec "$here/node" $NODE_FLAGS --max-old-space-size=60000 "$here/bench/gpu.mjs" "$@"
`,
)
console.log(`${folder}: ready`)
