import { InputError } from '@manyview/core'
import { byteSize } from '@manyview/core/words'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { progressLine } from '../screen/progress-display.ts'
import { version } from '../version.ts'
import { allResults, readResult } from './results.ts'
import { Complaint, type Watch } from './run-command.ts'
import { type Tool, tools } from './tools.ts'

/** Most bytes of an answer. */
const MOST_ANSWERED = 1e6

const instructions =
  'Manyview clusters samples that several views (files, groups of columns) describe. Inspect the files, fit them into a folder, then explain the result and list samples_of its clusters. Paths are relative to the folder of this server. Results are resources.'

/** Answers an agent on stdin and stdout until `signal` fires or nobody asks any more. */
export async function serve(minutes: number, signal: AbortSignal): Promise<void> {
  const server = new Server({ name: 'manyview', version }, { capabilities: { tools: {}, resources: {} }, instructions })
  // Every tool takes all threads: one after the other is as fast, and needs the memory of one.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describe) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `there is no tool "${params.name}"`)
    const token = params._meta?.progressToken
    let steps = 0
    const onProgress: Watch['onProgress'] = (place) => {
      const message = progressLine(place)
      const step = { progressToken: token!, progress: ++steps, message }
      void extra.sendNotification({ method: 'notifications/progress', params: step }).catch(() => undefined)
    }
    const watch = {
      minutes,
      signal: AbortSignal.any([signal, extra.signal]),
      ...(token === undefined ? {} : { onProgress }),
    }
    return inTurn(() => answer(tool, params.arguments ?? {}, watch))
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: allResults() }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
    try {
      return { contents: [readResult(params.uri)] }
    } catch (error) {
      throw new McpError(ErrorCode.InvalidParams, wordsOf(error))
    }
  })
  await server.connect(new StdioServerTransport())
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
  await server.close()
}

function describe({ name, title, description, readOnly, input, output }: Tool) {
  const annotations = { title, readOnlyHint: readOnly, idempotentHint: true, openWorldHint: false }
  return { name, title, description, inputSchema: input, outputSchema: output, annotations }
}

/** The answer of a tool; what is wrong with its arguments or its data is told as the command tells it. */
async function answer(tool: Tool, args: Readonly<Record<string, unknown>>, watch: Watch): Promise<CallToolResult> {
  try {
    const { content, files } = await tool.call(args, watch)
    const text = JSON.stringify(content)
    if (text.length > MOST_ANSWERED)
      throw new Complaint(
        `${tool.name}: the answer has ${byteSize(text.length)} but at most ${byteSize(MOST_ANSWERED)} are sent, ask for less`,
      )
    const links = files.map((file) => ({ type: 'resource_link' as const, ...file }))
    return { content: [{ type: 'text', text }, ...links], structuredContent: content as Record<string, unknown> }
  } catch (error) {
    return { content: [{ type: 'text', text: wordsOf(error) }], isError: true }
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof InputError || error instanceof Complaint) return error.message
  return `unexpected problem: ${error instanceof Error ? error.message : String(error)}`
}
