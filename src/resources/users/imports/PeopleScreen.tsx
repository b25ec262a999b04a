import type { PeopleScope } from "../../../../domain/userImports/rules.ts";
import { InvitePage } from "./InvitePage.tsx";
import { UserImportPage } from "./UserImportPage.tsx";

interface PeopleScreenProps {
  scope: PeopleScope;
  /** Of a pasted list of addresses, not of a file. */
  pastes?: boolean;
}

/** Both ways to many people, whose code loads together: one confirms what the other has read. */
export function PeopleScreen({ scope, pastes = false }: PeopleScreenProps) {
  return pastes ? <InvitePage scope={scope} /> : <UserImportPage scope={scope} />;
}
