export function thirdPartyNotices(packages: readonly string[]): string
