import type { ConvertedRows as Converted } from "../../../domain/imports/schemas.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";

const text = fileImports.converted;

/** What a spreadsheet seems to have changed in a file, with the first rows. */
export function ConvertedRows({ converted: { total, lines } }: { converted: Converted }) {
  if (total === 0) return null;
  return (
    <div className="boxed toned strong" data-tone="warning">
      <p>{text.count(total)}</p>
      <p>{text.lines(lines, total)}</p>
    </div>
  );
}
