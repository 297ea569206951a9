export declare function scalarise(name: string, text: string): string
