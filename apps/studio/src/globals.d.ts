/** The version of Manyview, put in by the build. */
declare const __VERSION__: string
/** True in what the build makes, false while it is worked on. */
declare const __BUILT__: boolean
