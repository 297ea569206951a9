export declare function inline(text: string): string
export declare function fuse(sources: Record<string, string>): Record<string, string>
