/**
 * The media type of a Content-Type header, without parameters. In lower case, because clients may
 * spell it as they like (RFC 9110, 8.3.1).
 */
export function mediaType(header: string | null | undefined): string {
  return (header?.split(";", 1)[0] ?? "").trim().toLowerCase();
}
