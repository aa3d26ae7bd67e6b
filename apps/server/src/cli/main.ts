import { Command } from 'commander';
import { type Config, loadEnvFile, readConfig } from '#config/config.ts';
import { runCommand } from '#control/run-command.ts';
import { describeForOperator } from '../operator-errors.ts';
import { askPassword } from './ask-password.ts';
import { addAssets } from './asset-cli.ts';
import { makeBackup } from './backup.ts';
import { consultDoctor } from './doctor/doctor.ts';
import { addHistoryCommands } from './history-commands.ts';
import { addImport } from './import/import-cli.ts';
import { addReplay } from './replay/replay-cli.ts';
import { restoreBackup } from './restore.ts';
import { addService } from './service/service-cli.ts';
import { addSimulate } from './simulate-command.ts';
import { userAddCommand, userPasswordCommand, userSecondFactorOffCommand } from './user-commands.ts';
import { userPath } from './user-path.ts';
import { verifyBackup } from './verify.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

function program(config: () => Config): Command {
  const telltale = new Command('telltale').description('Administers a Telltale portal').showHelpAfterError();
  const user = telltale.command('user').description('accounts');
  user
    .command('add <name>')
    .description('create an account; the password is asked for, or read from a pipe')
    .option('--admin', 'may administer everything', false)
    .action(async (username: string, options: { admin: boolean }) => {
      const password = await askPassword();
      await runCommand(config(), userAddCommand, { username, password, isAdministrator: options.admin });
      say(`${username} can log in now.`);
    });
  user
    .command('password <name>')
    .description('set the password of an account and end its sessions')
    .action(async (username: string) => {
      await runCommand(config(), userPasswordCommand, { username, password: await askPassword() });
      say(`The password of ${username} was set.`);
    });
  user
    .command('second-factor-off <name>')
    .description('let an account log in without a code again, after its app and recovery codes were lost')
    .action(async (username: string) => {
      await runCommand(config(), userSecondFactorOffCommand, { username });
      say(`${username} logs in with the password alone now.`);
    });
  telltale
    .command('backup <folder>')
    .description('copy everything into an empty folder, while the portal runs')
    .option('--verify', 'restore it into a scratch folder and read all of it', false)
    .action(async (folder: string, { verify }: { verify: boolean }) => {
      await makeBackup(config(), userPath(folder), say);
      if (verify) await verifyBackup(userPath(folder), say);
    });
  telltale
    .command('verify <backup>')
    .description('restore a backup into a scratch folder beside it, read all of it, and take the folder away again')
    .action((backup: string) => verifyBackup(userPath(backup), say));
  telltale
    .command('restore <backup>')
    .description('make a data folder of a backup')
    .requiredOption('--to <data>', 'the data folder to make')
    .action((backup: string, options: { to: string }) =>
      restoreBackup(userPath(backup), userPath(options.to), say).then(() => undefined),
    );
  telltale
    .command('doctor')
    .description('look at settings, disk, ports, certificates, database, mail server and backups, and say what to do')
    .action(() => consultDoctor(config, say));
  addService(telltale, say);
  addHistoryCommands(telltale, config, say);
  addAssets(telltale, config, say);
  addImport(telltale, config, say);
  addReplay(telltale, config, say);
  addSimulate(telltale, config);
  return telltale;
}

process.umask(0o077);
try {
  loadEnvFile('.env');
  await program(() => readConfig(process.env)).parseAsync(process.argv);
} catch (error) {
  process.stderr.write(`${describeForOperator(error)}\n`);
  process.exitCode = 1;
}
