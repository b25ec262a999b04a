import { useParams } from "react-router";
import { isMonthOver, lastMonthOver } from "../../../../domain/closings/rules.ts";
import { isMonth, tokyoDate } from "../../../../domain/text/dates.ts";
import { NotFound } from "../../../area/statePages.tsx";
import { lazyScreen } from "../../../components/load/lazyScreen.tsx";
import { ClosingList } from "./ClosingList.tsx";

const StatementsPrint = lazyScreen(
  async () => (await import("../statement/StatementsPrint.tsx")).StatementsPrint,
);

/** /closings, /closings/2026-10 and /closings/2026-10/print. */
export function Closings() {
  const today = tokyoDate(new Date());
  const last = lastMonthOver(today);
  const { month = last, "*": below = "" } = useParams();
  if (!isMonth(month) || !isMonthOver(month, today)) return <NotFound />;
  if (below === "print") return <StatementsPrint month={month} />;
  return below === "" ? <ClosingList key={month} month={month} last={last} /> : <NotFound />;
}
