/** The version of Manyview, put in by the build. */
declare const __VERSION__: string
