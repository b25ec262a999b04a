import type { ReactNode } from "react";
import { personHeadings, userImportErrorsTitle } from "../../../../domain/userImports/labels.ts";
import {
  type PeopleScope,
  scopeFields,
  USER_IMPORT_VERDICTS,
  type UserImportVerdict,
} from "../../../../domain/userImports/rules.ts";
import type { UserImportCheck } from "../../../../domain/userImports/schemas.ts";
import { type ErrorFile, ImportDryRun } from "../../../components/imports/ImportDryRun.tsx";
import type { ChosenReadings } from "../../../components/imports/useChosenReadings.ts";
import styles from "../../../components/upload/fileImport.module.css";
import { readingTexts } from "../../../i18n/ja/readings.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { personColumns } from "./personColumns.tsx";

const text = userImports.dryRun;

interface PeopleDryRunProps {
  scope: PeopleScope;
  check: UserImportCheck;
  chosen: ChosenReadings;
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
} as const satisfies Record<UserImportVerdict, keyof UserImportCheck["counts"]>;

const errorFile = (scope: PeopleScope): ErrorFile => ({
  title: userImportErrorsTitle,
  headings: scopeFields[scope].map((field) => [field, personHeadings[field]]),
});
const errors = { users: errorFile("users"), members: errorFile("members") };

/** What an import would do, before anybody is changed. */
export function PeopleDryRun(dryRun: PeopleDryRunProps) {
  const { scope, check, chosen, keepsOthers, children, ...props } = dryRun;
  const { fileName, counts } = check;
  return (
    <ImportDryRun
      checked={check}
      lead={text.untouched(fileName)}
      columns={personColumns[scope]}
      counts={USER_IMPORT_VERDICTS.filter((verdict) => !(keepsOthers && verdict === "DISABLE")).map(
        (verdict) => ({
          verdict,
          label: userImports.verdicts[verdict],
          count: counts[COUNTED[verdict]],
        }),
      )}
      first={keepsOthers ? (counts.error > 0 ? "ERROR" : "NEW") : undefined}
      errors={errors[scope]}
      readings={{ chosen, missing: readingTexts.missing.people, beside: "userName" }}
      {...props}
    >
      {children}
      <p className={styles.note}>{text.disabled}</p>
    </ImportDryRun>
  );
}
