// Checks a log with golang.org/x/mod, which this project did not write: notes, proofs, tiles. Reads JSON; prints what it accepted.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type input struct {
	Vkey        string
	Checkpoint  string
	Size        int64
	Root        tlog.Hash
	Tiles       map[string][]byte
	Inclusion   []struct {
		Index int64
		Leaf  tlog.Hash
		Path  tlog.RecordProof
	}
	Consistency []struct {
		OldSize int64
		OldRoot tlog.Hash
		Proof   tlog.TreeProof
	}
}

type tiles map[string][]byte

func (t tiles) Height() int { return 8 }
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range wanted {
		// Go's paths name the height of tiles, those of C2SP do not.
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		found, ok := t[path]
		if !ok {
			return nil, fmt.Errorf("%s is missing", path)
		}
		data = append(data, found)
	}
	return data, nil
}
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func main() {
	var in input
	must(json.NewDecoder(os.Stdin).Decode(&in))

	verifier, err := note.NewVerifier(in.Vkey)
	must(err)
	opened, err := note.Open([]byte(in.Checkpoint), note.VerifierList(verifier))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	if lines[1] != fmt.Sprint(in.Size) || lines[2] != in.Root.String() {
		must(fmt.Errorf("the checkpoint says %q", opened.Text))
	}

	reader := tlog.TileHashReader(tlog.Tree{N: in.Size, Hash: in.Root}, tiles(in.Tiles))
	for _, proof := range in.Inclusion {
		must(tlog.CheckRecord(proof.Path, in.Size, in.Root, proof.Index, proof.Leaf))
		own, err := tlog.ProveRecord(in.Size, proof.Index, reader)
		must(err)
		if fmt.Sprint(own) != fmt.Sprint(proof.Path) {
			must(fmt.Errorf("another path for leaf %d", proof.Index))
		}
	}
	for _, proof := range in.Consistency {
		must(tlog.CheckTree(proof.Proof, in.Size, in.Root, proof.OldSize, proof.OldRoot))
		own, err := tlog.ProveTree(in.Size, proof.OldSize, reader)
		must(err)
		if fmt.Sprint(own) != fmt.Sprint(proof.Proof) {
			must(fmt.Errorf("another proof from %d", proof.OldSize))
		}
	}
	fmt.Printf("%d signatures, %d inclusion proofs, %d consistency proofs\n", len(opened.Sigs), len(in.Inclusion), len(in.Consistency))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
