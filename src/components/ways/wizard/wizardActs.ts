import type { SsoProviderUpdate } from "../../../../domain/ways/schemas.ts";
import type { Outcome } from "../../../writes/useSubmit.ts";

/** What the page around the wizard writes, each in the way of its area. */
export interface WizardActs {
  save: (update: SsoProviderUpdate) => Promise<Outcome<unknown>>;
  /** Notes a test sign-in by its ID token. */
  noteTest: (idToken: string) => Promise<Outcome<unknown>>;
}
