import type { IdentityService } from "../../server/identity/identity.ts";
import { MemoryDirectory } from "./identity/directory.ts";
import { memoryIdentity } from "./identity/memoryIdentity.ts";
import { testEmulator, testFirebase } from "./testFirebase.ts";

/** Where an identity service keeps its accounts; several services can share one store. */
export interface IdentityStore {
  service(now?: () => Date): IdentityService;
  /** Address and kind of every mail so far. */
  mails: [string, string][];
  /** The link in the latest mail. */
  latestLink(): string;
  close(): Promise<void>;
}

async function emulatorStore(): Promise<IdentityStore> {
  const mails: [string, string][] = [];
  let link = "";
  const emulator = await testEmulator({
    onMail: (mail) => {
      mails.push([mail.email, mail.requestType]);
      link = mail.link;
    },
  });
  return {
    service: (now) => testFirebase(emulator.url, now),
    mails,
    latestLink: () => link,
    close: () => emulator.close(),
  };
}

async function memoryStore(): Promise<IdentityStore> {
  const mails: [string, string][] = [];
  let link = "";
  const directory = new MemoryDirectory((mail) => {
    mails.push([mail.email, mail.requestType]);
    link = mail.link;
  });
  return {
    service: (now) => memoryIdentity(directory, now),
    mails,
    latestLink: () => link,
    close: async () => {},
  };
}

/** Both stores, for the same tests. */
export const identityStores = [
  { name: "in memory", open: memoryStore },
  { name: "of Firebase", open: emulatorStore },
] as const;
