export function buildFacts(): { commit: string; kernels: string }
