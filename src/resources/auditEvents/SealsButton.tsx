import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { AuditSeals } from "../../../domain/audit/schemas.ts";
import { formatDate, formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import styles from "../../components/audit/audit.module.css";
import { saveFile } from "../../components/csv/DownloadProgress.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { LoadError, LoadingState } from "../../components/display/LoadError.tsx";
import { useReservedSpace } from "../../components/display/useReservedSpace.ts";
import { auditEvents as text } from "../../i18n/ja/resources/auditEvents.ts";
import { useApi } from "../../providers/data/useApi.ts";

/** Opens the seals of the log, for those who may read them. */
export function SealsButton({ organizationId }: { organizationId: unknown }) {
  const { isRefused, reserved } = useReservedSpace({ resource: "audit-seals", action: "list" });
  const [open, setOpen] = useState(false);
  if (isRefused) return null;
  return (
    <>
      <Button variant="outlined" color="secondary" {...reserved} onClick={() => setOpen(true)}>
        {text.seals.title}
      </Button>
      {open ? (
        <Suspense>
          <DialogFrame size="large" title={text.seals.title} onClose={() => setOpen(false)}>
            <Seals organizationId={organizationId} />
          </DialogFrame>
        </Suspense>
      ) : null}
    </>
  );
}

const SHOWN = 100;

function Seals({ organizationId }: { organizationId: unknown }) {
  const { api } = useApi();
  const query = {
    size: SHOWN,
    ...(typeof organizationId === "number" || typeof organizationId === "string"
      ? { organizationId }
      : {}),
  };
  const { data, error } = useQuery({
    queryKey: ["audit-seals", query],
    queryFn: ({ signal }) => api("GET /audit-seals", { query, signal }),
  });
  if (!data) return error ? <LoadError error={error} /> : <LoadingState />;
  if (data.seals.length === 0) return <p className="quiet body-text">{text.seals.none}</p>;
  return (
    <>
      <p className="quiet body-text">{text.seals.hint}</p>
      <p>
        <Button
          variant="outlined"
          color="secondary"
          onClick={() => saveFile(asFile(data), "audit-seals.json")}
        >
          {text.seals.save}
        </Button>
      </p>
      <section
        aria-label={text.seals.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
        tabIndex={0}
        className={`above scroll-x ${styles.scroller}`}
      >
        <table className={`data full ${styles.changes}`}>
          <thead>
            <tr>
              <th scope="col">{text.fields.day}</th>
              <th scope="col">{text.fields.organizationName}</th>
              <th scope="col">{text.fields.count}</th>
              <th scope="col">{text.fields.root}</th>
              <th scope="col">{text.fields.sealedAt}</th>
            </tr>
          </thead>
          <tbody>
            {data.seals.map((seal) => (
              <tr key={`${seal.organizationId} ${seal.day}`}>
                <th scope="row">{formatDate(seal.day)}</th>
                <td>
                  {seal.organizationId === 0
                    ? text.seals.platform
                    : (seal.organizationName ?? seal.organizationId)}
                </td>
                <td>{formatNumber(seal.count)}</td>
                <td className={`caption mono ${styles.root}`}>{seal.root}</td>
                <td>{formatDateTime(seal.sealedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function asFile(seals: AuditSeals): Blob {
  return new Blob([JSON.stringify(seals, null, 2)], { type: "application/json" });
}
