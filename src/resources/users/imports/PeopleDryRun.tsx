import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { ListBase, ResourceContextProvider, useListContext } from "react-admin";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import {
  type PeopleScope,
  USER_IMPORT_VERDICTS,
  type UserImportVerdict,
} from "../../../../domain/userImports/rules.ts";
import type { UserImport, UserImportCounts } from "../../../../domain/userImports/schemas.ts";
import { CsvDownload } from "../../../components/csv/CsvDownload.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListFoot } from "../../../components/list/ListFoot.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { ROWS_PER_PAGE } from "../../../providers/data/listSorts.ts";
import { type PersonRecord, personColumns } from "./personColumns.tsx";

const text = userImports.dryRun;
const NO_CONDITIONS = { filter: {} };

/** An import that is not carried out, with what it would do now. */
export type PreparedImport = UserImport & { counts: UserImportCounts; digest: string };

export function isPrepared(imported: UserImport | undefined): imported is PreparedImport {
  return Boolean(imported?.counts && imported.digest);
}

interface PeopleDryRunProps {
  scope: PeopleScope;
  dryRun: PreparedImport;
  /** It was read just now, not found again by a reload. */
  isNew: boolean;
  disabled: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** What an import would do, before anybody is changed. */
export function PeopleDryRun(props: PeopleDryRunProps) {
  const { scope, dryRun, isNew, disabled, onCancel, children } = props;
  const { userImportId, fileName, ignoredColumns, counts } = dryRun;
  return (
    <Section
      heading={text.section}
      takesFocus={isNew}
      actions={
        <Button variant="outlined" color="secondary" disabled={disabled} onClick={onCancel}>
          {text.cancel}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p>{text.untouched(fileName)}</p>
        {ignoredColumns.length > 0 ? (
          <p className={styles.note}>{text.ignored(ignoredColumns)}</p>
        ) : null}
        <PersonRows scope={scope} dryRun={dryRun} />
        {counts.error > 0 ? (
          <div>
            <CsvDownload
              label="resources.imports.dryRun.errors"
              endpoint="GET /user-imports/{id}/errors"
              id={userImportId}
              shown={NO_CONDITIONS}
              total={counts.error}
            />
          </div>
        ) : null}
        {children}
        <p className={styles.note}>{text.disabled}</p>
      </div>
    </Section>
  );
}

const IN_ORDER = { field: "rowNo", order: "ASC" } as const;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

function PersonRows({ scope, dryRun }: { scope: PeopleScope; dryRun: PreparedImport }) {
  return (
    <ListBase
      // A change of others gives the same import another digest, and other rows.
      key={dryRun.digest}
      resource={`user-imports/${dryRun.userImportId}/rows`}
      sort={IN_ORDER}
      perPage={ROWS_PER_PAGE}
      queryOptions={QUIET}
      disableAuthentication
      disableSyncWithLocation
    >
      <ResourceContextProvider value="imports">
        <div className={styles.rows}>
          <VerdictFilter counts={dryRun.counts} />
          <div>
            <DataTable<PersonRecord> columns={personColumns[scope]} rowLink={false} />
            <ListFoot />
          </div>
        </div>
      </ResourceContextProvider>
    </ListBase>
  );
}

const COUNTED = {
  NEW: "new",
  UPDATE: "update",
  UNCHANGED: "unchanged",
  DISABLE: "disable",
  ERROR: "error",
} as const satisfies Record<UserImportVerdict, keyof UserImportCounts>;

/** The counts, each of which shows its people. */
function VerdictFilter({ counts }: { counts: UserImportCounts }) {
  const { filterValues, setFilters } = useListContext();
  const all = USER_IMPORT_VERDICTS.reduce((sum, verdict) => sum + counts[COUNTED[verdict]], 0);
  return (
    <Segments<UserImportVerdict | "">
      legend={text.filter}
      quiet
      value={filterValues.verdict ?? ""}
      options={[
        { value: "", label: text.all(all) },
        ...USER_IMPORT_VERDICTS.map((verdict) => ({
          value: verdict,
          label: `${userImports.verdicts[verdict]} ${formatNumber(counts[COUNTED[verdict]])}`,
        })),
      ]}
      onChange={(verdict) => setFilters(verdict ? { verdict } : {}, undefined, false)}
    />
  );
}
