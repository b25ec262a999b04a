import type { Sort } from "../../../../domain/api/parameters.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { userFileNames } from "../../../../domain/users/labels.ts";
import type { Deps } from "../../../context.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import { presentUser } from "./present.ts";
import { allUsers, type UserFilters, type UserSort } from "./queries/userList.ts";
import { userCsv } from "./userCsv.ts";

/**
 * The matching users as a CSV file, as they are now (docs/product/files.md#csv-of-lists). Throws
 * OVERLOADED while too many files are being downloaded.
 */
export function exportUsers(
  { exports, now }: Pick<Deps, "exports" | "now">,
  { sort, ...filters }: UserFilters & { sort: Sort<UserSort> },
  list: keyof typeof userCsv,
): Promise<CsvFile> {
  return exports.open({
    title: userFileNames[list],
    asciiTitle: list,
    day: tokyoDate(now()),
    columns: userCsv[list],
    prepare: allUsers(filters, sort),
    present: presentUser,
  });
}
