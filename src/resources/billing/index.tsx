import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";

const BillingPage = lazyScreen(async () => (await import("./BillingPage.tsx")).BillingPage);

/** The page of files for accounting programs, which has no records of its own. */
export const billingRoutes = <Route path="/billing-files" element={<BillingPage />} />;
