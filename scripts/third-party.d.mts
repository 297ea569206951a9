export function thirdPartyNotices(packages: readonly string[]): string
export function bundledInPage(): string[]
export function codecNotice(): string
