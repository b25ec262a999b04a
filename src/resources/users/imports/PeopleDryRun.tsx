import type { ReactNode } from "react";
import {
  type PeopleScope,
  USER_IMPORT_VERDICTS,
  type UserImportVerdict,
} from "../../../../domain/userImports/rules.ts";
import type { UserImport, UserImportCounts } from "../../../../domain/userImports/schemas.ts";
import { ImportDryRun } from "../../../components/imports/ImportDryRun.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { personColumns } from "./personColumns.tsx";

const text = userImports.dryRun;

/** An import that is not carried out, with what it would do now. */
export type PreparedImport = UserImport & { counts: UserImportCounts; digest: string };

export function isPrepared(imported: UserImport): imported is PreparedImport {
  return Boolean(imported.counts && imported.digest);
}

interface PeopleDryRunProps {
  scope: PeopleScope;
  dryRun: PreparedImport;
  /** A pasted list says nothing about those who are not in it. */
  keepsOthers: boolean;
  isNew: boolean;
  disabled: boolean;
  onCancel: () => void;
  children: ReactNode;
}

const COUNTED = {
  NEW: "new",
  UPDATE: "update",
  UNCHANGED: "unchanged",
  DISABLE: "disable",
  ERROR: "error",
} as const satisfies Record<UserImportVerdict, keyof UserImportCounts>;

/** What an import would do, before anybody is changed. */
export function PeopleDryRun({
  scope,
  dryRun,
  keepsOthers,
  children,
  ...props
}: PeopleDryRunProps) {
  const { userImportId, fileName, ignoredColumns, converted, counts, digest } = dryRun;
  return (
    <ImportDryRun
      resource="user-imports"
      id={userImportId}
      digest={digest}
      lead={text.untouched(fileName)}
      ignoredColumns={ignoredColumns}
      converted={converted}
      columns={personColumns[scope]}
      counts={USER_IMPORT_VERDICTS.filter((verdict) => !(keepsOthers && verdict === "DISABLE")).map(
        (verdict) => ({
          verdict,
          label: userImports.verdicts[verdict],
          count: counts[COUNTED[verdict]],
        }),
      )}
      first={keepsOthers ? (counts.error > 0 ? "ERROR" : "NEW") : undefined}
      errors={{ endpoint: "GET /user-imports/{id}/errors", count: counts.error }}
      {...props}
    >
      {children}
      <p className={styles.note}>{text.disabled}</p>
    </ImportDryRun>
  );
}
