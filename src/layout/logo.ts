const WIDTHS = [125, 249, 498, 640] as const;

type LogoWidth = (typeof WIDTHS)[number];

/**
 * The image for a logo of `width` CSS pixels. Widths up to 125, 249 and 498 use the image of that
 * width, larger ones the image with the shadow. On dense screens the image needs twice the pixels,
 * so the thresholds are half as large (62.5, 124.5, 249).
 */
export function logoFor(width: number, density = 1): LogoWidth {
  const pixels = width * (density > 1 ? 2 : 1);
  return WIDTHS.find((threshold) => pixels <= threshold) ?? 640;
}

export function logoSource(width: number): { src: string; srcSet: string } {
  const src = `/logo-${logoFor(width)}.png`;
  return { src, srcSet: `${src} 1x, /logo-${logoFor(width, 2)}.png 2x` };
}
