import { Admin, DataTable, List, Resource } from "react-admin";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { isAdminPath } from "../../src/providers/area.ts";
import {
  createAdminAuthProvider,
  createStaffAuthProvider,
} from "../../src/providers/authProvider.ts";
import { createDataProvider } from "../../src/providers/dataProvider.ts";
import {
  createDownloader,
  createHttpClient,
  createStreamOpener,
} from "../../src/providers/httpClient.ts";
import { currentToken } from "../../src/providers/identity.ts";

/** The same lists as in the product by react-admin's own components, with the same providers. */
const inAdminArea = isAdminPath(window.location.pathname);
const client = createHttpClient(currentToken);
const authProvider = inAdminArea
  ? createAdminAuthProvider(client)
  : createStaffAuthProvider(client);
const dataProvider = createDataProvider(
  client,
  createStreamOpener(currentToken),
  createDownloader(currentToken),
);

const columns = inAdminArea
  ? [
      "organizationNo",
      "organizationName",
      "status",
      "startDate",
      "usedTranscriptCount",
      "usedTranscriptMinutes",
      "adminName",
      "adminEmail",
      "updatedAt",
    ]
  : ["dictionaryName", "category", "description", "locked", "updatedAt"];

function PeerList() {
  return (
    <List>
      <DataTable rowClick="show">
        {columns.map((source) => (
          <DataTable.Col key={source} source={source} />
        ))}
      </DataTable>
    </List>
  );
}

createRoot(document.getElementById("root") ?? document.body).render(
  <BrowserRouter basename={inAdminArea ? "/admin" : "/"}>
    <Admin requireAuth disableTelemetry authProvider={authProvider} dataProvider={dataProvider}>
      <Resource name={inAdminArea ? "contracts" : "dictionaries"} list={PeerList} />
    </Admin>
  </BrowserRouter>,
);
