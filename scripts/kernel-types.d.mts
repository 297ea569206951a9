export declare function kernelTypes(declarations: string): string
