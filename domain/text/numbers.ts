/** Formats a whole number as 1,234,567. Intl would take 30 ms to start on a slow device. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
