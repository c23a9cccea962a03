// Lines in, lines out: what the runners in Go have in common.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type request struct {
	ID  json.RawMessage `json:"id"`
	B64 []byte          `json:"b64"`
}

type answer struct {
	ID        json.RawMessage `json:"id"`
	Verdict   string          `json:"verdict"`
	Message   string          `json:"message"`
	Effective interface{}     `json:"effective"`
}

func rejects(err error) answer {
	return answer{Verdict: "rejects", Message: err.Error(), Effective: struct{}{}}
}

// serve answers all lines of stdin, each at once: whoever asks knows then which one the client dies of.
func serve(judge func(text []byte) answer) {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	encoder := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			panic(err)
		}
		judged := judge(asked.B64)
		judged.ID = asked.ID
		if err := encoder.Encode(judged); err != nil {
			panic(err)
		}
	}
}
