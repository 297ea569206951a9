/** One step of a Chebyshev recurrence: next ← a·A·current + b·current + c·previous. */
export interface ChebyshevStep {
  a: number
  b: number
  c: number
}

/**
 * Lists the steps of a Chebyshev polynomial of a symmetric operator A with eigenvalues from −1 to 1, scaled to 1 at 1. It dampens eigenvectors whose eigenvalues are at most `cut` < 1 and raises the
 * others the more the larger their eigenvalues are.
 * Source: Zhou, Saad, Tiago and Chelikowsky, self-consistent-field calculations using Chebyshev-filtered subspace iteration, 2006.
 */
export function chebyshevSteps(cut: number, degree: number): ChebyshevStep[] {
  const [centre, half] = [(cut - 1) / 2, (cut + 1) / 2]
  const first = half / (1 - centre)
  const steps: ChebyshevStep[] = [{ a: first / half, b: (-centre * first) / half, c: 0 }]
  for (let scale = first; steps.length < degree; ) {
    const further = 1 / (2 / first - scale)
    steps.push({ a: (2 * further) / half, b: (-2 * centre * further) / half, c: -scale * further })
    scale = further
  }
  return steps
}
