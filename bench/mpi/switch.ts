// A network of hosts on one machine: a TAP device in each of the given network namespaces, and this process as the switch between them.
// Frames are handed on after a delay, one after the other at a rate: what tc's netem does, where the kernel has it. Linux, root.
//   tsx bench/mpi/switch.ts 4 1 1000      hosts, milliseconds, Mbit/s; prints "ready", ends when stdin does
import { execFileSync } from 'node:child_process'
import { openSync, read, write } from 'node:fs'
import koffi from 'koffi'

const [hosts, delay, megabits] = process.argv.slice(2).map(Number)
/** Request of ioctl that makes a network device of a file. */
const TUNSETIFF = 0x400454ca
/** Flags of a device of whole Ethernet frames, without a header of the kernel. */
const TAP_WITHOUT_INFO = 0x1002
const largestFrame = 61_000
const ioctl = koffi.load(null).func('int ioctl(int file, ulong request, void *argument)')
const ip = (...args: string[]) => execFileSync('ip', args)

const taps = Array.from({ length: hosts }, (_, h) => openTap(h))
for (const [h, file] of taps.entries()) listen(h, file, { free: 0 })
console.log('ready')
process.stdin.resume().on('end', () => process.exit(0))

function openTap(h: number): number {
  const [space, device] = [`mvhost${h}`, `mvtap${h}`]
  const file = openSync('/dev/net/tun', 'r+')
  const request = new Uint8Array(40)
  request.set(new TextEncoder().encode(device))
  new DataView(request.buffer).setInt16(16, TAP_WITHOUT_INFO, true)
  if (ioctl(file, TUNSETIFF, request) !== 0) throw new Error(`cannot make ${device}`)
  ip('netns', 'add', space)
  ip('link', 'set', device, 'netns', space)
  const inside = (...args: string[]) => ip('-n', space, ...args)
  inside('link', 'set', device, 'address', `02:00:00:00:00:0${h}`, 'mtu', '60000')
  inside('addr', 'add', `10.77.0.${h + 1}/24`, 'dev', device)
  inside('link', 'set', device, 'up')
  inside('link', 'set', 'lo', 'up')
  return file
}

/** Hands on every frame of a host; `line.free` is when its wire has sent all before. */
function listen(h: number, file: number, line: { free: number }): void {
  const frame = new Uint8Array(largestFrame)
  read(file, frame, 0, frame.length, null, (error, length) => {
    if (error) throw error
    const now = performance.now()
    line.free = Math.max(line.free, now) + (8 * length) / (megabits * 1000)
    const bytes = frame.slice(0, length)
    setTimeout(() => deliver(h, bytes), line.free + delay - now)
    listen(h, file, line)
  })
}

/** To the host whose address the frame carries, or to all others. */
function deliver(from: number, bytes: Uint8Array): void {
  const to = bytes[0] === 2 ? bytes[5] : -1
  for (const [h, file] of taps.entries()) if (h === to || (to < 0 && h !== from)) write(file, bytes, () => undefined)
}
