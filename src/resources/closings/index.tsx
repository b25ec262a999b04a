import EventAvailableIcon from "@mui/icons-material/EventAvailableOutlined";
import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";

const ClosingList = lazyScreen(async () => (await import("./list/ClosingList.tsx")).ClosingList);
const StatementPage = lazyScreen(
  async () => (await import("./statement/StatementPage.tsx")).StatementPage,
);
const StatementsPrint = lazyScreen(
  async () => (await import("./statement/StatementsPrint.tsx")).StatementsPrint,
);

/** The contracts of a month, which are closed once it is over; by default of the last one. */
export const closings = {
  list: ClosingList,
  icon: EventAvailableIcon,
  children: (
    <>
      <Route path=":month" element={<ClosingList />} />
      <Route path=":month/print" element={<StatementsPrint />} />
    </>
  ),
};

/** The page of a statement, which belongs to a contract of either area. */
export const statementRoute = (
  <Route path="/contracts/:id/statements/:month" element={<StatementPage />} />
);
