import type { ImportResult } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import type { Translate } from "../../../i18n/translate.ts";

const PARTS = ["added", "updated", "deleted", "unchanged", "skipped"] as const;

/** 追加 12件・上書き 3件: what is not zero. */
export function resultText(result: ImportResult, translate: Translate): string {
  return (
    PARTS.filter((part) => result[part] > 0)
      .map((part) =>
        translate(`resources.imports.result.${part}`, { count: formatNumber(result[part]) }),
      )
      .join(translate("resources.imports.result.between")) ||
    translate("resources.imports.result.none")
  );
}
