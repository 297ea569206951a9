import { InputError } from '@manyview/core'
import { type ModelFiles, neededSettings } from './model-files.ts'
import type { ModelRuntime, ModelSession, ModelTensor } from './model-recipe.ts'

/** Tokens of a text that are read, at most: what follows is cut off, as for most models anyway. */
const mostTokens = 512
const known = ['input_ids', 'attention_mask', 'token_type_ids']

/** How a text is put into a model: by the tokenizer that lies beside it. */
export async function textInputs(
  folder: string,
  files: ModelFiles,
  session: ModelSession,
  { Tensor }: ModelRuntime,
): Promise<(text: string) => Record<string, ModelTensor>> {
  const tokenizerSettings = neededSettings(folder, files, 'tokenizer.json')
  const { 'tokenizer_config.json': own = {}, 'config.json': config = {} } = files.settings
  const strange = session.inputNames.find((name) => !known.includes(name))
  if (strange)
    throw new InputError(`is a model that also wants "${strange}", which a text does not give, use another`, {
      code: 'model',
      argument: folder,
    })
  const { Tokenizer } = await import('@huggingface/tokenizers')
  let tokenizer: InstanceType<typeof Tokenizer>
  try {
    tokenizer = new Tokenizer(tokenizerSettings, own)
  } catch (error) {
    throw new InputError(`is not understood (${(error as Error).message}), save the model again`, {
      code: 'model',
      argument: `${folder}/tokenizer.json`,
    })
  }
  const longest = Math.min(
    mostTokens,
    ...[
      (tokenizerSettings.truncation as { max_length?: unknown } | undefined)?.max_length,
      own.model_max_length,
      config.max_position_embeddings,
    ].filter((length): length is number => typeof length === 'number' && length > 2),
  )
  return (text) => {
    const { ids } = tokenizer.encode(text)
    // The last token ends the text, also one that is cut off.
    const kept = ids.length > longest ? [...ids.slice(0, longest - 1), ids[ids.length - 1]] : ids
    const tensor = (value: (i: number) => number) =>
      new Tensor(
        'int64',
        BigInt64Array.from(kept, (_, i) => BigInt(value(i))),
        [1, kept.length],
      )
    const all: Record<string, () => ModelTensor> = {
      input_ids: () => tensor((i) => kept[i]),
      attention_mask: () => tensor(() => 1),
      token_type_ids: () => tensor(() => 0),
    }
    return Object.fromEntries(session.inputNames.map((name) => [name, all[name]()]))
  }
}
