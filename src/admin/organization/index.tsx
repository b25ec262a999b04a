import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";

const OrganizationPage = lazyScreen(
  async () => (await import("./OrganizationPage.tsx")).OrganizationPage,
);

/** One page, so that it stays where its dialog opens and closes. */
export const organizationPages = {
  show: OrganizationPage,
  edit: OrganizationPage,
  children: <Route path=":id/sso" element={<OrganizationPage />} />,
};
