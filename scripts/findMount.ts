import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether a small file system can be mounted, as root can outside of most containers. */
export const canMount = process.getuid?.() === 0 && mounts();

function mounts(): boolean {
  const directory = mkdtempSync(join(tmpdir(), "mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", directory], {
      stdio: "ignore",
    });
    execFileSync("umount", [directory]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(directory);
  }
}
