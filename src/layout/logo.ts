/** The logo's images; the largest carries a shadow (spec 1). */
const WIDTHS = [125, 249, 498, 640] as const;

type LogoWidth = (typeof WIDTHS)[number];

/**
 * The image for a logo `width` CSS pixels wide. A width up to a threshold (125, 249, 498) takes the
 * image of that width, anything wider the one with the shadow. On dense screens the image must hold
 * twice the pixels: a width up to half a threshold (62.5, 124.5, 249) matches it then.
 */
export function logoFor(width: number, density = 1): LogoWidth {
  const pixels = width * (density > 1 ? 2 : 1);
  return WIDTHS.find((threshold) => pixels <= threshold) ?? 640;
}

/** Address and `srcset` of the logo at `width` CSS pixels. */
export function logoSource(width: number): { src: string; srcSet: string } {
  const src = `/logo-${logoFor(width)}.png`;
  return { src, srcSet: `${src} 1x, /logo-${logoFor(width, 2)}.png 2x` };
}
