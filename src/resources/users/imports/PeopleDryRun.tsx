import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { rolesCell, SEPARATORS } from "../../../../domain/userImports/cells.ts";
import { personHeadings, userImportErrorsTitle } from "../../../../domain/userImports/labels.ts";
import {
  type PeopleScope,
  type PersonField,
  scopeFields,
  USER_IMPORT_VERDICTS,
  type UserImportVerdict,
} from "../../../../domain/userImports/rules.ts";
import type {
  ImportedPerson,
  UserImportCheck,
  UserImportRow,
} from "../../../../domain/userImports/schemas.ts";
import { StatusChip, type Tone } from "../../../components/display/StatusChip.tsx";
import {
  AsWritten,
  BeforeAndAfter,
  type ErrorFile,
  ImportDryRun,
} from "../../../components/imports/ImportDryRun.tsx";
import type { ChosenReadings } from "../../../components/imports/useChosenReadings.ts";
import type { Column } from "../../../components/list/column.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { readingTexts } from "../../../i18n/ja/readings.ts";
import { users } from "../../../i18n/ja/resources/users.ts";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";

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
      <p className="note">{text.disabled}</p>
    </ImportDryRun>
  );
}

type PersonRecord = UserImportRow & RaRecord;

const TONES: Readonly<Record<UserImportVerdict, Tone>> = {
  NEW: "success",
  UPDATE: "info",
  UNCHANGED: "neutral",
  DISABLE: "warning",
  ERROR: "error",
};

interface ValueColumn {
  source: PersonField | "organizationName";
  label: string;
  width?: number;
  names?: true;
  value: (person: ImportedPerson) => string;
}

/** What an error row states in a field. */
function written({ cells, wrong }: Pick<UserImportRow, "cells" | "wrong">, field: PersonField) {
  return <AsWritten text={cells?.[field]} wrong={wrong.includes(field)} />;
}

/** A value, and above it what it replaces; of an error row what stands in the file. */
function valueColumn({ source, label, value, ...shape }: ValueColumn): Column<PersonRecord> {
  return {
    source,
    label,
    ...shape,
    render: ({ before, after, ...row }) => {
      if (after) return <BeforeAndAfter before={before && value(before)} after={value(after)} />;
      return written(row, source === "organizationName" ? "organizationNo" : source);
    },
  };
}

const name: Column<PersonRecord> = {
  source: "userName",
  label: users.fields.userName,
  names: true,
  render: ({ before, after, ...row }) => {
    if (after) return <BeforeAndAfter before={before?.userName ?? null} after={after.userName} />;
    return (
      <>
        {written(row, "userName")}
        <span className="note block">{written(row, "userNameKana")}</span>
      </>
    );
  },
  below: ({ after }) => after?.userNameKana ?? null,
};

const organization = valueColumn({
  source: "organizationName",
  label: users.fields.organizationName,
  value: ({ organizationName }) => organizationName ?? "",
});

const columns: readonly Column<PersonRecord>[] = [
  {
    source: "line",
    label: importPages.rows.line,
    width: 72,
    align: "end",
    render: ({ line }) => line !== null && formatNumber(line),
  },
  {
    source: "verdict",
    label: importPages.rows.verdict,
    width: 142,
    render: ({ verdict }) => (
      <StatusChip tone={TONES[verdict]} label={userImports.verdictChips[verdict]} />
    ),
  },
  // Why a row is an error must be in view without a scroll to the side.
  { source: "reason", label: importPages.rows.reason, width: 220 },
  name,
  valueColumn({
    source: "email",
    label: users.fields.email,
    width: 220,
    value: ({ email }) => email,
  }),
  valueColumn({
    source: "roles",
    label: users.fields.roles,
    width: 130,
    value: rolesCell,
  }),
  valueColumn({
    source: "workspaces",
    label: workspaces.name,
    width: 140,
    value: ({ workspaceNames }) => workspaceNames.join(SEPARATORS.workspaces),
  }),
];

/** Without the organization in the staff area, where it is always the own one. */
const personColumns: Readonly<Record<PeopleScope, readonly Column<PersonRecord>[]>> = {
  members: columns,
  users: [...columns.slice(0, 4), organization, ...columns.slice(4)],
};
