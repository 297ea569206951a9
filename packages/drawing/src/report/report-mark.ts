/** What every report says of itself, so that it is told from pages that people wrote. */
export const reportMark = '<meta name="generator" content="Manyview">'
