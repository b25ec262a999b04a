import { Admin, DataTable, List, Resource, SelectInput, TextInput } from "react-admin";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { CONTRACT_STATUSES, USAGE_STATES } from "../../domain/contracts/rules.ts";
import { DICTIONARY_CATEGORIES, LOCKED_FILTERS } from "../../domain/dictionaries/rules.ts";
import {
  createAdminAuthProvider,
  createStaffAuthProvider,
} from "../../src/providers/authProvider.ts";
import { createDataProvider } from "../../src/providers/dataProvider.ts";
import { isAdminPath } from "../../src/providers/http/area.ts";
import {
  createDownloader,
  createHttpClient,
  createStreamOpener,
} from "../../src/providers/http/httpClient.ts";
import { identityService } from "../../src/providers/signIn/identity.ts";

/** The same lists and search fields by react-admin's own components, with the same providers. */
const inAdminArea = isAdminPath(window.location.pathname);
const currentToken = async () => (await identityService()).currentToken();
const client = createHttpClient(currentToken);
const authProvider = inAdminArea
  ? createAdminAuthProvider(client, identityService)
  : createStaffAuthProvider(client, identityService);
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

const choices = (ids: readonly string[]) => ids.map((id) => ({ id, name: id }));

const filters = inAdminArea
  ? [
      <TextInput key="q" source="q" alwaysOn />,
      <TextInput key="startMonth" source="startMonth" type="month" alwaysOn />,
      <TextInput key="endMonth" source="endMonth" type="month" alwaysOn />,
      <SelectInput key="status" source="status" choices={choices(CONTRACT_STATUSES)} alwaysOn />,
      <SelectInput key="use" source="usageState" choices={choices(USAGE_STATES)} alwaysOn />,
    ]
  : [
      <TextInput key="q" source="q" alwaysOn />,
      <SelectInput key="cat" source="category" choices={choices(DICTIONARY_CATEGORIES)} alwaysOn />,
      <SelectInput key="locked" source="locked" choices={choices(LOCKED_FILTERS)} alwaysOn />,
    ];

function PeerList() {
  return (
    <List filters={filters}>
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
