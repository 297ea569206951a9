export function defaultCacheFolder(): string
