import { buildWhatIsStale } from "../../scripts/build.mjs";
import { installEmulator } from "../../scripts/emulatorPackage.mjs";

/** Builds dist where its sources have changed, so that no test runs an older server. */
export async function setup(): Promise<void> {
  await installEmulator();
  await buildWhatIsStale();
}
