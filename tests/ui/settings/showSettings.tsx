import { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { CoreAdminContext } from "react-admin";
import { MemoryRouter } from "react-router";
import { Notifications } from "../../../src/layout/Notifications.tsx";
import { PersonalSettings } from "../../../src/layout/personalSettings/PersonalSettings.tsx";
import { createDataProvider } from "../../../src/providers/dataProvider.ts";
import { createHttpClient } from "../../../src/providers/http/httpClient.ts";
import { i18nProvider } from "../../../src/providers/i18nProvider.ts";
import type { IdentityService } from "../../../src/providers/signIn/identity.ts";
import { IdentityServiceContext } from "../../../src/providers/signIn/useIdentityService.ts";
import { signedIn } from "../areas/browserIdentity.ts";
import { noDownload, noStream } from "../providers/apiServer.ts";

interface Settings {
  identityService?: IdentityService;
  onClose?: () => void;
}

/** The open dialog 個人設定 in the area of the current page; the API is apiDouble's. */
export function showSettings({ identityService = signedIn(), onClose = () => {} }: Settings = {}) {
  const client = createHttpClient(async () => "id-token");
  return render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={createDataProvider(client, noStream, noDownload)}
        i18nProvider={i18nProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <IdentityServiceContext value={identityService}>
          <PersonalSettings open onClose={onClose} />
        </IdentityServiceContext>
        <Notifications />
      </CoreAdminContext>
    </MemoryRouter>,
  );
}
