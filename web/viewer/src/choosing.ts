// How scenes come to the page: files and folders that are chosen or dropped, the gallery, and a folder that is watched.
import {fromDrop, fromList, GALLERY} from './files.js';
import type {Files} from './protocol.js';

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const chosenIn = (event: Event): File[] => [...(event.target as HTMLInputElement).files!];

/** `load` gets what is chosen or dropped. */
export function offerFiles(load: (find: () => Promise<Files>) => void): void {
  byId('open').onclick = () => byId('files').click();
  byId('open-folder').onclick = () => byId('folder').click();
  for (const id of ['files', 'folder']) byId(id).onchange = event => load(() => fromList(chosenIn(event)));
  const drop = byId('drop');
  addEventListener('dragover', event => {
    event.preventDefault();
    drop.classList.add('shown');
  });
  addEventListener('dragleave', event => event.relatedTarget || drop.classList.remove('shown'));
  addEventListener('drop', event => {
    event.preventDefault();
    drop.classList.remove('shown');
    const {dataTransfer} = event;
    if (dataTransfer) load(() => fromDrop(dataTransfer));
  });
}

/** The files to compare with. */
export function offerOtherFiles(chosen: (files: Promise<Files>) => void, cancelled: () => void): void {
  byId('other-files').onchange = event => chosen(fromList(chosenIn(event)));
  byId('other-files').oncancel = cancelled;
}
export const askForOtherFiles = (): void => byId('other-files').click();

/** The scenes that come with the page. */
export async function offerGallery(load: (address: string) => void): Promise<void> {
  const select = byId<HTMLSelectElement>('gallery');
  const names = (await (await fetch(`${GALLERY}list.json`)).json()) as string[];
  select.append(new Option('—', ''), ...names.map(name => new Option(name.replace(/\.gl(tf|b)$/, ''), name)));
  select.onchange = () => select.value && load(GALLERY + select.value);
}

/** Shows which of them it is, if it is one. */
export function showInGallery(address: string | undefined): void {
  byId<HTMLSelectElement>('gallery').value = address?.startsWith(GALLERY) ? address.slice(GALLERY.length) : '';
}

/** Follows the revision of a folder that `carom view` tells. Ends with the program. `changed` is false where it could not be looked at. */
export async function watch(address: string, changed: () => Promise<boolean>): Promise<void> {
  let last = '';
  for (;;) {
    let revision: string;
    try {
      revision = await (await fetch(address, {cache: 'no-store'})).text();
    } catch {
      return;
    }
    if (last === '' || (revision !== last && (await changed()))) last = revision;
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}
