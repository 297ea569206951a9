/** Where each of `total` samples stands in an order; `order.length` for those that it leaves out. O(n). */
export function inverseOrder(order: Uint32Array, total = order.length): Uint32Array {
  const places = new Uint32Array(total).fill(order.length)
  order.forEach((sample, place) => {
    places[sample] = place
  })
  return places
}
