/** Colours of a scale from its low to its high end, for light and for dark pages. */
export interface Scale {
  light: readonly string[]
  dark: readonly string[]
}

/** Confidence: doubtful samples are warm, sure ones blue. */
export const confidenceScale: Scale = {
  light: ['#c84614', '#debea0', '#225ba8'],
  dark: ['#f0783c', '#787470', '#64aaf0'],
}

/** Values of a feature: the larger, the more they stand out from the page. */
export const valueScale: Scale = {
  light: ['#cfd8e3', '#5b93cf', '#123f77'],
  dark: ['#333c49', '#4f86c2', '#d3e6fb'],
}
