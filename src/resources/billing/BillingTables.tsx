import Button from "@mui/material/Button";
import { LinkBase, useCreatePath } from "react-admin";
import { formatNames } from "../../../domain/billing/fields.ts";
import type {
  BilledStatementRecord,
  BillingFileRecord,
  BillingPreview,
} from "../../../domain/billing/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Section } from "../../components/display/Section.tsx";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { Pager } from "../../components/list/Pager.tsx";
import { billingPages as text } from "../../i18n/ja/billingPages.ts";
import styles from "./billing.module.css";

/** As the API has them. */
const PER_PAGE = 50;

interface MappedProps {
  preview: BillingPreview;
  onPartner: (organizationId: number) => void;
}

const nameOf = ({ partnerName, organizationName }: BilledStatementRecord) =>
  partnerName ?? organizationName;

/** The statements that are in no file before they are mended. */
export function Problems({ preview, onPartner }: MappedProps) {
  const createPath = useCreatePath();
  const refused = preview.statements.filter(({ faults }) => faults.length > 0);
  if (refused.length === 0) return null;
  return (
    <Section title={text.problems}>
      <p className="note">{text.problemsHint}</p>
      <ul className="grid">
        {refused.map((statement) => (
          <li key={statement.number} className="row spread gap-8 pad-12-0 line-below">
            <div className="grid shrink">
              <LinkBase
                to={createPath({
                  resource: "contracts",
                  type: "show",
                  id: statement.contractId,
                })}
              >
                {nameOf(statement)}
              </LinkBase>
              {statement.faults.map(({ code, column, text: found }) => (
                <span key={`${code} ${column} ${found}`} className="note">
                  {text.fault[code](column ?? "", found ?? "")}
                </span>
              ))}
            </div>
            {statement.faults.some(({ column }) => column !== null) ? (
              <PartnerButton statement={statement} onPartner={onPartner} />
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface PartnerButtonProps extends Pick<MappedProps, "onPartner"> {
  statement: BilledStatementRecord;
}

function PartnerButton({ statement, onPartner }: PartnerButtonProps) {
  return (
    <Button
      variant="outlined"
      color="secondary"
      aria-label={text.partnerOf(statement.organizationName)}
      onClick={() => onPartner(statement.organizationId)}
    >
      {text.partner}
    </Button>
  );
}

interface RowsProps extends MappedProps {
  page: number;
  onPage: (page: number) => void;
}

/** The rows of the file as they are, without the columns that are empty on the page. */
export function Rows({ preview, page, onPage, onPartner }: RowsProps) {
  const { headings, statements, total } = preview;
  const shown = statements.filter(({ rows }) => rows.length > 0);
  const places = headings
    .map((_, place) => place)
    .filter((place) => shown.some(({ rows }) => rows.some((cells) => cells[place] !== "")));
  return (
    <Section title={text.preview}>
      {shown.length > 0 ? (
        <>
          <p className="note">{text.previewHint}</p>
          <section
            className={`scroll-x max-full ${styles.scroller}`}
            aria-label={text.preview}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
            tabIndex={0}
          >
            <table className="data numeric nowrap">
              <thead>
                <tr>
                  <th scope="col">{text.organization}</th>
                  {places.map((place) => (
                    <th key={place} scope="col">
                      {headings[place]}
                    </th>
                  ))}
                </tr>
              </thead>
              {shown.map((statement) => (
                <tbody key={statement.number}>
                  {statement.rows.map((cells, row) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                    <tr key={row}>
                      {row === 0 ? (
                        <th scope="rowgroup" rowSpan={statement.rows.length}>
                          <span>{statement.organizationName}</span>
                          <WrittenChip statement={statement} />
                          <PartnerButton statement={statement} onPartner={onPartner} />
                        </th>
                      ) : null}
                      {places.map((place) => (
                        <td key={place} data-number={/^-?\d+$/.test(cells[place] ?? "")}>
                          {cells[place]}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              ))}
            </table>
          </section>
        </>
      ) : (
        <p>{text.nothingReady}</p>
      )}
      <Pager page={page} size={PER_PAGE} total={total} onPage={onPage} />
    </Section>
  );
}

function WrittenChip({
  statement: { isWritten, isEarlierWritten },
}: Pick<PartnerButtonProps, "statement">) {
  if (isWritten) return <StatusChip tone="neutral" label={text.isWritten} />;
  return isEarlierWritten ? <StatusChip tone="warning" label={text.isEarlierWritten} /> : null;
}

/** The latest files of the month. */
export function FileHistory({ files }: { files: readonly BillingFileRecord[] }) {
  const heading = text.historyOf;
  return (
    <Section title={text.history}>
      {files.length === 0 ? (
        <p>{text.noHistory}</p>
      ) : (
        <div className={`scroll-x max-full ${styles.scroller}`}>
          <table className="data numeric nowrap">
            <thead>
              <tr>
                <th scope="col">{heading.at}</th>
                <th scope="col">{heading.format}</th>
                <th scope="col">{heading.count}</th>
                <th scope="col">{heading.by}</th>
              </tr>
            </thead>
            <tbody>
              {files.map((file) => (
                <tr key={file.fileId}>
                  <td>{formatDateTime(file.writtenAt)}</td>
                  <td>{formatNames[file.format]}</td>
                  <td data-number>{text.count(formatNumber(file.statements))}</td>
                  <td>{file.writtenByName}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
