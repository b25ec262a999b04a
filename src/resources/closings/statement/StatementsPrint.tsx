import Button from "@mui/material/Button";
import { useQueries } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { statementPages } from "../../../i18n/ja/statementPages.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { StatementPaper } from "./StatementPaper.tsx";

const text = statementPages.many;

/** As many as can be chosen. */
const MOST = 100;
const CONTRACT_ID = /^[1-9]\d{0,14}$/;

/** /closings/2026-10/print?contracts=1,2: the statements of chosen contracts as one print. */
export function StatementsPrint({ month }: { month: string }) {
  const chosen = useSearchParams()[0].get("contracts") ?? "";
  const ids = [...new Set(chosen.split(","))].filter((id) => CONTRACT_ID.test(id)).slice(0, MOST);
  const { api } = useApi();
  const read = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["closings", "statement", id, month, undefined],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api("GET /contracts/{id}/statements/{month}", { id, month, signal }),
    })),
  });
  const statements = read.flatMap(({ data }) => data ?? []);
  const error = read.find((one) => one.error)?.error;
  const isReady = statements.length === ids.length;
  return (
    <DetailPage>
      <div className="screen-only">
        <PageTitle
          title={text.title}
          back={{ to: `/closings/${month}`, name: statementPages.list }}
          actions={
            isReady && ids.length > 0 ? (
              <Button variant="contained" onClick={() => window.print()}>
                {statementPages.print}
              </Button>
            ) : null
          }
        />
        {error ? (
          <LoadError error={error} />
        ) : (
          <p role="status">
            {isReady ? readyText(ids.length) : text.reading(statements.length, ids.length)}
          </p>
        )}
      </div>
      {isReady
        ? statements.map((statement) => (
            <StatementPaper key={statement.contractId} statement={statement} />
          ))
        : null}
    </DetailPage>
  );
}

const readyText = (statements: number) => (statements === 0 ? text.none : text.ready(statements));
