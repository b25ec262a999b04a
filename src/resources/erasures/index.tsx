import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";

const EraseUser = lazyScreen(async () => (await import("./ErasePage.tsx")).EraseUser);
const EraseOrganization = lazyScreen(
  async () => (await import("./ErasePage.tsx")).EraseOrganization,
);
const Certificate = lazyScreen(async () => (await import("./Certificate.tsx")).Certificate);

/** The pages about erasing, which belong to a user or an organization and have no list. */
export const erasureRoutes = (
  <>
    <Route path="/users/:id/personal-data" element={<EraseUser />} />
    <Route path="/organizations/:id/personal-data" element={<EraseOrganization />} />
    <Route path="/erasures/:id" element={<Certificate />} />
  </>
);
