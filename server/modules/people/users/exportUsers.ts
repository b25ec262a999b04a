import type { Sort } from "../../../../domain/api/parameters.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { userFileNames } from "../../../../domain/users/labels.ts";
import type { Deps } from "../../../context.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import { presentUser } from "./present.ts";
import { allUsers, type UserFilters, type UserSort } from "./queries/userList.ts";
import { userCsv } from "./userCsv.ts";

/**
 * The matching users as a CSV file, as they are now (docs/product/files.md#csv-of-lists). `managed` is
 * for those who may import it again, with the workspaces of each. Throws OVERLOADED while too many
 * files are being downloaded.
 */
export function exportUsers(
  { exports, now }: Pick<Deps, "exports" | "now">,
  { sort, ...filters }: UserFilters & { sort: Sort<UserSort> },
  { list, managed }: { list: keyof typeof userFileNames; managed: boolean },
): Promise<CsvFile> {
  return exports.open({
    title: userFileNames[list],
    asciiTitle: list,
    day: tokyoDate(now()),
    columns: userCsv[managed ? list : "colleagues"],
    prepare: allUsers(filters, sort),
    present: (row) => ({
      ...presentUser(row),
      organizationNo: row.organization_no ?? "",
      workspaceNames: row.workspace_names,
    }),
  });
}
