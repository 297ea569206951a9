import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** A schema of valibot as JSON Schema (draft 2020-12). Fields that are not named are allowed: later versions of the software may add some. */
export function jsonSchema(schema: v.GenericSchema): Record<string, unknown> {
  return {
    ...toJsonSchema(schema, {
      target: 'draft-2020-12',
      typeMode: 'input',
      // Weights and words by the names of views, which the schema checks by a function.
      overrideSchema: ({ valibotSchema }) =>
        valibotSchema.type === 'custom' ? { type: 'object', additionalProperties: true } : undefined,
      overrideAction: ({ valibotAction, jsonSchema }) =>
        valibotAction.type === 'safe_integer' ? { ...jsonSchema, type: 'integer' } : undefined,
    }),
  }
}
