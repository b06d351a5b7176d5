// A reporter that ends a run with the files that took most CPU time, and with the CPU time of each folder against its budget.
import type { Reporter, TestModule } from 'vitest/node';
import { budgetOf, folderOf, isFarOver, slownessNow } from './budgets.ts';
import { TIERS, type Tier } from './tiers.ts';

/** Runs of no more files than this are not reported. */
const SHOWN = 10;
const NOTEWORTHY_S = 1;

type Measured = { readonly tier: string; readonly file: string; readonly cpuS: number };

export class CpuReport implements Reporter {
  #slowness = 1;

  onInit(): void {
    this.#slowness = slownessNow();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const files = modules.map((module) => ({
      tier: module.project.name,
      file: module.relativeModuleId,
      cpuS: (module.meta().cpuMs ?? 0) / 1000,
    }));
    console.log(`\nCPU time of ${files.length} files, without PostgreSQL and the browser that files share:`);
    line(sumOf(files), 'in all, of which most for');
    for (const { file, cpuS } of files.toSorted((a, b) => b.cpuS - a.cpuS).slice(0, SHOWN)) line(cpuS, file);
    const slowness = Math.max(this.#slowness, slownessNow());
    for (const tier of TIERS) if (isWhole(tier, modules)) judge(tier, files, slowness);
  }
}

/** The configuration lists the files of each tier one by one, so that a run of a part has fewer. */
function isWhole(tier: Tier, modules: readonly TestModule[]): boolean {
  const own = modules.filter(({ project }) => project.name === tier);
  return own.length > 0 && own.length === own[0]?.project.config.include.length;
}

function judge(tier: Tier, files: readonly Measured[], slowness: number): void {
  const own = files.filter((file) => file.tier === tier);
  const folders = [...Map.groupBy(own, ({ file }) => folderOf(file))]
    .map(([folder, within]) => ({ folder, cpuS: sumOf(within), budgetS: budgetOf(tier, folder) }))
    .toSorted((a, b) => b.cpuS - a.cpuS);
  console.log(
    `\nThe tier ${tier}, its folders and their budgets (this machine takes ${slowness.toFixed(1)} times as long):`,
  );
  line(sumOf(own), 'in all, of which for');
  for (const { folder, cpuS, budgetS } of folders) {
    const isTooMuch = isFarOver(cpuS, budgetS, slowness);
    if (cpuS > NOTEWORTHY_S) line(cpuS, `${folder}, budget ${budgetS} s${isTooMuch ? ': FAR OVER ITS BUDGET' : ''}`);
    if (isTooMuch) process.exitCode = 1;
  }
}

const sumOf = (files: readonly Measured[]): number => files.reduce((sum, { cpuS }) => sum + cpuS, 0);

const line = (cpuS: number, name: string): void => console.log(`${cpuS.toFixed(1).padStart(8)} s  ${name}`);
