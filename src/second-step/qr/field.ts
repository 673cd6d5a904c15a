/** The field of 256 elements that QR codes count in (ISO/IEC 18004, section 7.5.2). */
const powers: readonly number[] = Array.from({ length: 255 }).reduce<number[]>((made) => {
  const doubled = (made.at(-1) ?? 0) * 2;
  return made.length === 0 ? [1] : [...made, doubled > 255 ? doubled ^ 0x11d : doubled];
}, []);
const logarithms: ReadonlyMap<number, number> = new Map(
  powers.map((value, exponent) => [value, exponent]),
);

export function power(exponent: number): number {
  return powers[exponent % 255] ?? 0;
}

export function times(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return power((logarithms.get(a) ?? 0) + (logarithms.get(b) ?? 0));
}

/** The codewords by which a reader mends `data`: the remainder of a division by the generator. */
export function checkWords(data: readonly number[], count: number): number[] {
  const generator = generatorOf(count);
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  for (let index = 0; index < data.length; index++) {
    const factor = rest[index] ?? 0;
    for (const [offset, coefficient] of generator.entries()) {
      rest[index + offset] = (rest[index + offset] ?? 0) ^ times(coefficient, factor);
    }
  }
  return rest.slice(data.length);
}

/** The product of (x - 2^i), highest power first. */
function generatorOf(degree: number): number[] {
  let polynomial = [1];
  for (let index = 0; index < degree; index++) {
    const shifted = [...polynomial, 0];
    polynomial = shifted.map(
      (value, place) => value ^ times(power(index), polynomial[place - 1] ?? 0),
    );
  }
  return polynomial;
}
