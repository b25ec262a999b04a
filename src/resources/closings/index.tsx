import EventAvailableIcon from "@mui/icons-material/EventAvailableOutlined";
import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";

const Closings = lazyScreen(async () => (await import("./list/Closings.tsx")).Closings);
const StatementPage = lazyScreen(
  async () => (await import("./statement/StatementPage.tsx")).StatementPage,
);

/** The contracts of a month, which are closed once it is over; by default of the last one. */
export const closings = {
  list: Closings,
  icon: EventAvailableIcon,
  children: <Route path=":month/*" element={<Closings />} />,
};

/** The page of a statement, which belongs to a contract of either area. */
export const statementRoute = (
  <Route path="/contracts/:id/statements/:month" element={<StatementPage />} />
);
