/** The version of Manyview, put in by the build. */
declare const __VERSION__: string
/** The address of a file that the build puts beside the page. */
declare module '*?url' {
  const address: string
  export default address
}
/** True in what the build makes, false while it is worked on. */
declare const __BUILT__: boolean
